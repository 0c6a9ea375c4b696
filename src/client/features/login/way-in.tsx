import { Link } from '#client/ui/link.tsx';
import styles from './way-in.module.css';

interface WayInProps {
  isNew: boolean;
  /** Addresses of both ways, with everything that the login's address holds. */
  account: string;
  newcomer: string;
  state: unknown;
}

/** Who is new here, and who has an account. */
export function WayIn({ isNew, account, newcomer, state }: WayInProps) {
  const ways = [
    { text: 'New here', to: newcomer, isCurrent: isNew },
    { text: 'I have an account', to: account, isCurrent: !isNew },
  ];
  return (
    <nav aria-label="Ways to log in" className={styles.ways}>
      {ways.map(({ text, to, isCurrent }) => (
        <Link key={text} to={to} state={state} replace aria-current={isCurrent || undefined} className={styles.way}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
