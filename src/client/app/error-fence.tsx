import { Component, type ReactNode } from 'react';

/** Around what a page can do without: its failure leaves the rest of the page as it is. */
export class ErrorFence extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
