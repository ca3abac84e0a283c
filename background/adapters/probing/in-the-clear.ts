import type { ProbeRequest } from "../../ports/prober.ts";

/** Whether it is a test, and no download or question to a service: their addresses may be secrets, and they count. */
export const isTest = ({ most, unexplained }: ProbeRequest): boolean => most === undefined && !unexplained;

/** The address without encryption; null: there is no such, or it may hold a secret (a query). */
export const inTheClear = (url: string): string | null =>
  url.startsWith("https:") && !url.includes("?") ? url.replace(/^https:/, "http:") : null;
