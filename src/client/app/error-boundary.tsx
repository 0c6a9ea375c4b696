import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorScreen } from './error-screen.tsx';

interface Props {
  /** Names the current history entry: another one clears the failure. */
  entry: string;
  children: ReactNode;
}

class Boundary extends Component<Props, { failure?: { error: unknown } | undefined }> {
  override state: { failure?: { error: unknown } | undefined } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failure && before.entry !== this.props.entry) this.setState({ failure: undefined });
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorScreen error={failure.error} /> : this.props.children;
  }
}

/** Replaces a crashed screen by `ErrorScreen`; the header and its links keep working. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary entry={useLocation().key}>{children}</Boundary>;
}
