import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorScreen } from './error-screen.tsx';

interface Props {
  /** Names the current history entry: another one clears the failure. */
  entry: string;
  children: ReactNode;
}

class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.entry !== this.props.entry) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children;
  }
}

/** Replaces a crashed screen by `ErrorScreen`; the header and its links keep working. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary entry={useLocation().key}>{children}</Boundary>;
}
