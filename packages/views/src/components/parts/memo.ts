import { Component, type ComponentChild, type FunctionComponent, h } from "preact";

/** A component that is drawn again only when one of its properties is another one. */
export function memo<P extends object>(draw: (props: P) => ComponentChild): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const now = this.props as Readonly<Record<string, unknown>>;
      const then = next as Readonly<Record<string, unknown>>;
      for (const name in then) if (now[name] !== then[name]) return true;
      return false;
    }
    override render(): ComponentChild {
      return draw(this.props);
    }
  }
  return (props) => h(Memo, props as never);
}
