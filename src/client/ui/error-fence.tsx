import { Component, type ReactNode } from 'react';

interface Props {
  /** Rendered in place of crashed children, nothing without it; `again` renders the children again. */
  fallback?: (again: () => void) => ReactNode;
  children: ReactNode;
}

/** An error boundary for optional parts: a crash inside leaves the rest of the page usable. */
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
