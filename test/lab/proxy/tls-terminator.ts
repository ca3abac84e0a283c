import type { Socket } from "node:net";
import { createServer, type Server } from "node:tls";
import type { Certificates, Leaf } from "../certificates.ts";
import type { Behaviour } from "./behaviour.ts";

type Certificate = Behaviour["certificate"];

/** Ends TLS for an HTTPS proxy, with the certificate of the moment; who names no host asks for `address`. */
export function createTerminators(
  certificates: Certificates,
  address: string,
  onSecure: (socket: Socket) => void,
): (certificate: Certificate) => Server {
  const leafOf: Record<Certificate, (name: string) => Leaf> = {
    good: certificates.leaf,
    bad: certificates.bad,
    expired: certificates.expired,
    misnamed: certificates.misnamed,
  };
  const made = new Map<Certificate, Server>();
  return (certificate) => {
    const server = made.get(certificate) ?? terminator(leafOf[certificate], address, onSecure);
    made.set(certificate, server);
    return server;
  };
}

function terminator(leafOf: (name: string) => Leaf, address: string, onSecure: (socket: Socket) => void): Server {
  const { key, cert } = leafOf(address);
  const server = createServer({
    key,
    cert,
    ALPNProtocols: ["http/1.1"],
    SNICallback: (name, done) => done(null, leafOf(name).context),
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", () => {});
    onSecure(socket);
  });
  server.on("tlsClientError", () => {});
  return server;
}
