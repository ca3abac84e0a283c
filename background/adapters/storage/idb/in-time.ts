import type { IDBPDatabase } from "idb";
import { withinTime } from "../../../lib/within-time.ts";
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
  try {
    return await withinTime(database().then(work), PATIENCE_MS);
  } catch {
    return otherwise;
  }
}
