/** How far hair reaches, shortest first (contract 21); clients also know `ear` (contract 23). */
export const landmarks = [
  'neck',
  'shoulder',
  'armpit',
  'bra_strap',
  'mid_back',
  'waist',
  'hip',
  'tailbone',
  'knee',
] as const;
export const hairLengths = ['ear', ...landmarks] as const;

/** Patterns of curls, loosest first. */
export const patterns = ['1A', '1B', '1C', '2A', '2B', '2C', '3A', '3B', '3C', '4A', '4B', '4C'] as const;
export type Pattern = (typeof patterns)[number];
export const zones = ['front', 'crown', 'sides', 'nape'] as const;
export type Patterns = Record<(typeof zones)[number], Pattern | null>;

/** Groups of patterns, by which professionals say and show what they do (contract 24). */
export const textures = ['1', '2', '3', '4a', '4bc'] as const;
export type Texture = (typeof textures)[number];

export const techniques = [
  'knotless',
  'box_braids',
  'cornrows',
  'feed_in',
  'twists',
  'faux_locs',
  'crochet',
  'sew_in',
  'wig',
  'starter_locs',
  'retwist',
  'interlock',
  'loc_repair',
  'curl_cut',
  'wash_style',
  'silk_press',
  'colour',
  'bleach',
  'relaxer',
  'fade',
] as const;
export type Technique = (typeof techniques)[number];

export function textureOfPattern(pattern: Pattern): Texture {
  if (pattern === '4A') return '4a';
  return pattern.startsWith('4') ? '4bc' : (pattern.charAt(0) as Texture);
}

/** The group of the tightest pattern, whatever the zone; null without any. */
export function textureOf(told: Patterns | null | undefined): Texture | null {
  const tightest = patterns.findLast((one) => zones.some((zone) => told?.[zone] === one));
  return tightest === undefined ? null : textureOfPattern(tightest);
}

/** From how many people up it is told how many came, largest first: no other number is ever told. */
const evidenceSteps = [100, 50, 25, 10, 3] as const;

/** The largest step that a number of people reaches; null below the smallest. */
export function atLeast(people: number): number | null {
  return evidenceSteps.find((step) => people >= step) ?? null;
}

type Pair = { technique: Technique; texture: Texture };
export type Declared = { technique: Technique; textures: Texture[] };
export type Evidence = Pair & { at_least: number | null; pictures: number };
/** What a professional says of hair, and what is known of it. */
export type HairWork = { techniques: readonly Declared[]; evidence: readonly Evidence[] };

export type MatchReason =
  | (Pair & { kind: 'visits'; at_least: number })
  | (Pair & { kind: 'pictures'; count: number })
  | (Pair & { kind: 'declared' });
export type Match = { band: 'strong' | 'possible'; reasons: MatchReason[] };

const byLists = (a: Pair, b: Pair) =>
  techniques.indexOf(a.technique) - techniques.indexOf(b.technique) ||
  textures.indexOf(a.texture) - textures.indexOf(b.texture);

/** By how many came, then by pictures, then by the lists above. */
export function inOrder(evidence: readonly Evidence[]): Evidence[] {
  return evidence.toSorted((a, b) => (b.at_least ?? 0) - (a.at_least ?? 0) || b.pictures - a.pictures || byLists(a, b));
}

const mostReasons = 3;

/**
 * Why somebody fits what is asked, a technique, a texture or both: who declares it, or has evidence of it. Undefined for
 * who does not.
 */
export function matchOf(
  { techniques: declared, evidence }: HairWork,
  asked: { technique?: Technique | null | undefined; texture?: Texture | undefined },
): Match | undefined {
  const isAsked = ({ technique, texture }: Pair) =>
    (asked.technique == null || technique === asked.technique) &&
    (asked.texture === undefined || texture === asked.texture);
  const known = evidence.filter(isAsked);
  const visits = known.flatMap(({ at_least, pictures: _, ...pair }) =>
    at_least === null ? [] : [{ kind: 'visits' as const, ...pair, at_least }],
  );
  const says = declared
    .flatMap(({ technique, textures: own }) =>
      own.map((texture) => ({ kind: 'declared' as const, technique, texture })),
    )
    .filter(isAsked);
  const pictures = known.flatMap(({ pictures: count, at_least: _, ...pair }) =>
    count > 0 ? [{ kind: 'pictures' as const, ...pair, count }] : [],
  );
  const reasons = [
    ...visits.sort((a, b) => b.at_least - a.at_least || byLists(a, b)),
    ...pictures.sort((a, b) => b.count - a.count || byLists(a, b)),
    ...says.sort(byLists),
  ];
  if (reasons.length === 0) return undefined;
  const isStrong = visits.length > 0 || pictures.some(({ count }) => count >= 2);
  return { band: isStrong ? 'strong' : 'possible', reasons: reasons.slice(0, mostReasons) };
}
