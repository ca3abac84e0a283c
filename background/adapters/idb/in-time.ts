import type { IDBPDatabase } from "idb";
import { database, type Schema } from "./database.ts";

/** It answers within milliseconds, or in a second or two while a browser makes its storage ready. */
const PATIENCE_MS = 5_000;

/**
 * Does something with the database. Nothing in it is worth waiting for without end: requests wait for who reads it, and so
 * does a person who switches to another mode.
 *
 * @returns `otherwise` when it fails, or has not ended in time
 */
export async function inTime<T>(otherwise: T, work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, otherwise);
  });
  try {
    return await Promise.race([database().then(work), late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
