import { Link } from '#client/ui/link.tsx';
import { counted } from '#shared/counted.ts';
import { type Evidence, type Match, type MatchReason, techniqueNames } from '#shared/rules/hair.ts';
import styles from './reasons.module.css';
import { textureWords } from './words.ts';

/** Places of a professional's page that reasons lead to. */
export const whatIDoId = 'what-i-do';
export const workId = 'pictures-of-work';

/** Why somebody fits, in words. */
export function reasonText(reason: MatchReason): string {
  const hair = `${textureWords[reason.texture]} hair`;
  if (reason.kind === 'visits')
    return `${reason.at_least} or more people with ${hair} had ${techniqueNames[reason.technique][0]} here`;
  return reason.kind === 'pictures' ? `${counted(reason.count, 'picture')} on ${hair}` : 'Says she does this';
}

/** What is known of somebody's work, as reasons; what is declared alone is in the table. */
export function reasonsOf(evidence: readonly Evidence[]): MatchReason[] {
  return evidence.flatMap(({ technique, texture, at_least, pictures }) => [
    ...(at_least === null ? [] : [{ kind: 'visits' as const, technique, texture, at_least }]),
    ...(pictures > 0 ? [{ kind: 'pictures' as const, technique, texture, count: pictures }] : []),
  ]);
}

/** Why a row fits the hair that is asked for, each a link to what it says; nothing where nothing is asked. */
export function MatchReasons({ match, to }: { match: Match | null | undefined; to: string }) {
  if (!match || match.reasons.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label="Why it fits">
      {match.reasons.map((reason) => (
        <li key={`${reason.kind} ${reason.technique} ${reason.texture}`}>
          <Link to={`${to}#${reason.kind === 'pictures' ? workId : whatIDoId}`}>{reasonText(reason)}</Link>
        </li>
      ))}
    </ul>
  );
}
