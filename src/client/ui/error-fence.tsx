import { Component, type ReactNode } from 'react';

interface Props {
  /** What stands in for what failed, else nothing; `again` tries once more. */
  fallback?: (again: () => void) => ReactNode;
  children: ReactNode;
}

/** Around what a page can do without: its failure leaves the rest of the page as it is. */
export class ErrorFence extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.failed ? fallback?.(() => this.setState({ failed: false })) : children;
  }
}
