import type { ComponentChildren, JSX } from "preact";
import { Alert } from "./icons.tsx";

interface BannerProps {
  readonly title: string;
  readonly advice?: string;
  readonly children?: ComponentChildren;
}

/** Something that is wrong, what to do about it, and what helps. */
export function Banner({ title, advice, children }: BannerProps): JSX.Element {
  return (
    <div class="banner">
      <Alert />
      <div>
        <strong>{title}</strong>
        {advice && <p>{advice}</p>}
        {children}
      </div>
    </div>
  );
}
