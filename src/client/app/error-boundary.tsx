import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorScreen } from './error-screen.tsx';

interface Props {
  /** Leaving the place where it happened tries again. */
  place: string;
  children: ReactNode;
}

class Boundary extends Component<Props, { failedAt: string | null }> {
  override state = { failedAt: null };

  static getDerivedStateFromError() {
    return { failedAt: '' };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failedAt !== null && before.place !== this.props.place) this.setState({ failedAt: null });
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <ErrorScreen />;
  }
}

/** One screen's failure keeps the header, and the way home works. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().key}>{children}</Boundary>;
}
