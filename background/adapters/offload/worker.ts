import { type Job, perform } from "./job.ts";

// A worker's own entry: one job, one answer.
self.onmessage = ({ data }: MessageEvent<Job>) => self.postMessage(perform(data));
