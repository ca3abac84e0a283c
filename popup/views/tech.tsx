import type { ComponentChildren, JSX } from "preact";

/** An address or a figure: left to right in any language. */
export const Tech = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <bdi dir="ltr" class="tech">
    {children}
  </bdi>
);

/** A name a person gave: in its own direction, apart from the words around it. */
export const Name = ({ children }: { children: ComponentChildren }): JSX.Element => <bdi class="name">{children}</bdi>;
