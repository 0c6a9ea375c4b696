import { Link } from '#client/ui/link.tsx';
import { counted } from '#shared/counted.ts';
import { type Evidence, type Match, type MatchReason, type Technique, techniqueNames } from '#shared/rules/hair.ts';
import styles from './reasons.module.css';
import { textureWords } from './words.ts';

/** Places of a professional's page that reasons lead to. */
export const whatIDoId = 'what-i-do';
const workId = 'pictures-of-work';

/** Techniques whose names take no article. */
const severalOrNone: ReadonlySet<Technique> = new Set([
  ...(['knotless', 'box_braids', 'cornrows', 'feed_in', 'twists', 'faux_locs', 'crochet'] as const),
  ...(['starter_locs', 'interlock', 'colour', 'bleach'] as const),
]);

/** Why somebody fits, in words; the technique is named where others of that kind are about another one. */
export function reasonText(reason: MatchReason, isNamed = false): string {
  const hair = `${textureWords[reason.texture]} hair`;
  const [technique] = techniqueNames[reason.technique];
  const had = severalOrNone.has(reason.technique) ? technique : `a ${technique}`;
  if (reason.kind === 'visits') return `${reason.at_least} or more people with ${hair} had ${had} here`;
  const text = reason.kind === 'pictures' ? `${counted(reason.count, 'picture')} on ${hair}` : 'Says she does this';
  return isNamed ? `${text} (${technique})` : text;
}

/** Each text once, with the place of the professional's page that it leads to. */
export function saidOf(reasons: readonly MatchReason[]): { text: string; place: string }[] {
  const said = new Map<string, string>();
  for (const reason of reasons) {
    const isNamed = reasons.some(({ kind, technique }) => kind === reason.kind && technique !== reason.technique);
    said.set(reasonText(reason, isNamed), reason.kind === 'pictures' ? workId : whatIDoId);
  }
  return [...said].map(([text, place]) => ({ text, place }));
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
      {saidOf(match.reasons).map(({ text, place }) => (
        <li key={text}>
          <Link to={`${to}#${place}`}>{text}</Link>
        </li>
      ))}
    </ul>
  );
}
