import { Component, type ReactNode } from 'react';

interface Props {
  shown: ReactNode;
  children: ReactNode;
}

/** Shows something else where what is inside cannot be shown: one bad text must not take the page with it. */
export class Fallback extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.shown : this.props.children;
  }
}
