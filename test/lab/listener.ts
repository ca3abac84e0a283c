import { createServer, type Server, type Socket } from "node:net";

export interface Listener {
  readonly address: string;
  readonly port: number;
  /** Connections open now. */
  readonly open: number;
  /** Bytes that went over its connections since the start, in both directions. */
  readonly bytes: number;
  /** Ends every connection at once, with a reset when `reset`; goes on listening. */
  cut(reset?: boolean): void;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Listens on a loopback address and remembers its sockets, so that closing leaves nothing behind. Port 0: any free one. */
export async function listen(address: string, port: number, serve: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  let closedBytes = 0;
  const bytesOf = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      closedBytes += bytesOf(socket);
    });
    socket.on("error", () => {}); // a peer that goes away is the lab's daily business
    serve(socket);
  });
  await opened(server, address, port);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error(`expected a TCP address, got ${String(bound)}`);
  const cut = (reset = false): void => {
    for (const socket of sockets) reset ? socket.resetAndDestroy() : socket.destroy();
  };
  return {
    address,
    port: bound.port,
    get open() {
      return sockets.size;
    },
    get bytes() {
      return [...sockets].reduce((sum, socket) => sum + bytesOf(socket), closedBytes);
    },
    cut,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        cut();
      }),
  };
}

const opened = (server: Server, address: string, port: number): Promise<void> =>
  new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, address, 1024, () => {
      server.off("error", fail);
      done();
    });
  });
