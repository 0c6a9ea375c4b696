import { Component, type ReactNode } from 'react';
import { notify } from './notify.ts';

interface Props {
  /** Rendered in place of crashed children, nothing without it; `again` renders the children again. */
  fallback?: (again: () => void) => ReactNode;
  /** Closes what a press has opened. After a crash a toast says so, and a further press opens it anew. */
  close?: () => void;
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
    const { close } = this.props;
    if (!close) return;
    close();
    notify.error("That couldn't be opened. Please try again, or reload the page.");
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.failed ? fallback?.(() => this.setState({ failed: false })) : children;
  }
}
