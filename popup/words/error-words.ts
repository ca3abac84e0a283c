import type { ProbeError } from "../../src/model/probe-error.ts";
import { t } from "../i18n.ts";
import { formatNumber } from "../lib/format.ts";

export interface ErrorWords {
  readonly says: string;
  readonly advice: string;
}

/** Why a test failed, and what a person can do about it (M21). */
export function errorWords({ code, status }: ProbeError): ErrorWords {
  const says = t(`error_${code}_says`);
  return {
    says: status === undefined ? says : `${says} ${t("error_status", formatNumber(status))}`,
    advice: t(`error_${code}_do`),
  };
}
