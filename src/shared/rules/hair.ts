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
export type Landmark = (typeof landmarks)[number];
export const hairLengths = ['ear', ...landmarks] as const;

/** Patterns of curls, loosest first. */
export const patterns = ['1A', '1B', '1C', '2A', '2B', '2C', '3A', '3B', '3C', '4A', '4B', '4C'] as const;
export type Pattern = (typeof patterns)[number];
export const zones = ['front', 'crown', 'sides', 'nape'] as const;
type Patterns = Record<(typeof zones)[number], Pattern | null>;

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
export const evidenceSteps = [100, 50, 25, 10, 3] as const;

export type Pair = { technique: Technique; texture: Texture };
export type Declared = { technique: Technique; textures: Texture[] };
export type Evidence = Pair & { at_least: number | null; pictures: number };
export type ToldVisits = Pair & { at_least: number };
export type TaggedPictures = Pair & { pictures: number };
/** What a professional says of hair, and what is known of it. */
export type HairWork = { techniques: Declared[]; evidence: Evidence[] };

/** Evidence from both of its kinds, by how many came, then by pictures, then by the lists above. */
export function hairWorkOf(row: {
  techniques: Declared[];
  told_visits: ToldVisits[];
  tagged_pictures: TaggedPictures[] | null;
}): HairWork {
  const rows = new Map<string, Evidence>();
  for (const { technique, texture, ...known } of [...row.told_visits, ...(row.tagged_pictures ?? [])]) {
    const key = `${technique} ${texture}`;
    rows.set(key, { technique, texture, ...(rows.get(key) ?? { at_least: null, pictures: 0 }), ...known });
  }
  const evidence = [...rows.values()].sort(
    (a, b) => (b.at_least ?? 0) - (a.at_least ?? 0) || b.pictures - a.pictures || byLists(a, b),
  );
  return { techniques: row.techniques, evidence };
}

export type MatchReason =
  | (Pair & { kind: 'visits'; at_least: number })
  | (Pair & { kind: 'pictures'; count: number })
  | (Pair & { kind: 'declared' });
export type Match = { band: 'strong' | 'possible'; reasons: MatchReason[] };

const byLists = (a: Pair, b: Pair) =>
  techniques.indexOf(a.technique) - techniques.indexOf(b.technique) ||
  textures.indexOf(a.texture) - textures.indexOf(b.texture);

const mostReasons = 3;

/** What is asked: a technique, a texture (any of these), or both. */
export type AskedHair = { technique?: Technique | undefined; textures?: readonly Texture[] | undefined };

/**
 * Why somebody fits what is asked: who declares it, or has evidence of it. Undefined for who does not.
 */
export function matchOf({ techniques: declared, evidence }: HairWork, asked: AskedHair): Match | undefined {
  const isAsked = ({ technique, texture }: Pair) =>
    (asked.technique === undefined || technique === asked.technique) && (asked.textures?.includes(texture) ?? true);
  const known = evidence.filter(isAsked);
  const visits = known.flatMap(({ technique, texture, at_least }) =>
    at_least === null ? [] : [{ kind: 'visits' as const, technique, texture, at_least }],
  );
  const pictures = known.flatMap(({ technique, texture, pictures: count }) =>
    count > 0 ? [{ kind: 'pictures' as const, technique, texture, count }] : [],
  );
  const says = declared
    .flatMap(({ technique, textures: own }) =>
      own.map((texture) => ({ kind: 'declared' as const, technique, texture })),
    )
    .filter(isAsked);
  const reasons = [
    ...visits.sort((a, b) => b.at_least - a.at_least || byLists(a, b)),
    ...pictures.sort((a, b) => b.count - a.count || byLists(a, b)),
    ...says.sort(byLists),
  ];
  if (reasons.length === 0) return undefined;
  const isStrong = visits.length > 0 || pictures.some(({ count }) => count >= 2);
  return { band: isStrong ? 'strong' : 'possible', reasons: reasons.slice(0, mostReasons) };
}

/**
 * The same of a service, by its own technique: it fits with that alone, with a texture where its professional does hair
 * of it in that technique.
 */
export function matchOfService(
  work: HairWork,
  own: Technique | null,
  { technique, textures }: AskedHair,
): Match | undefined {
  if (own === null || (technique !== undefined && technique !== own)) return undefined;
  const match = matchOf(work, { technique: own, textures });
  return match ?? (textures ? undefined : { band: 'possible', reasons: [] });
}

const cells = techniques.flatMap((technique) => textures.map((texture) => ({ technique, texture })));
const numberOf = Object.fromEntries(techniques.map((one, at) => [one, at])) as Record<Technique, number>;
const columnOf = Object.fromEntries(textures.map((one, at) => [one, at])) as Record<Texture, number>;
/** Bands as numbers: 0 for who does not fit. */
export const bands = { possible: 1, strong: 2 } as const;

/** The band of each technique with each texture, in the order of `techniques`; undefined for who fits none. */
export function bandsOf(work: HairWork): Uint8Array | undefined {
  if (work.techniques.length === 0 && work.evidence.length === 0) return undefined;
  return Uint8Array.from(cells, ({ technique, texture }) => {
    const match = matchOf(work, { technique, textures: [texture] });
    return match ? bands[match.band] : 0;
  });
}

/** The best of the bands of what is asked: one of all reasons decides. */
export function bandOf(known: Uint8Array | undefined, { technique, textures: asked }: AskedHair): number {
  if (!known) return 0;
  const [from, to] = technique === undefined ? [0, techniques.length] : [numberOf[technique], numberOf[technique] + 1];
  let best = 0;
  for (let row = from; row < to; row++)
    for (const texture of asked ?? textures) {
      const band = known[row * textures.length + columnOf[texture]] as number;
      if (band > best) best = band;
    }
  return best;
}

/** What people call a technique, the first as we write it. */
export const techniqueNames: Record<Technique, readonly [string, ...string[]]> = {
  knotless: ['knotless braids', 'knotless'],
  box_braids: ['box braids'],
  cornrows: ['cornrows', 'cornrow'],
  feed_in: ['feed-in braids', 'feed in', 'feed ins'],
  twists: ['twists'],
  faux_locs: ['faux locs'],
  crochet: ['crochet'],
  sew_in: ['sew-in', 'sew in', 'sew ins'],
  wig: ['wig', 'wigs'],
  starter_locs: ['starter locs'],
  retwist: ['retwist'],
  interlock: ['interlocking', 'interlock'],
  loc_repair: ['loc repair', 'loc repairs'],
  curl_cut: ['curl cut', 'curly cut'],
  wash_style: ['wash and style'],
  silk_press: ['silk press'],
  colour: ['colour', 'color'],
  bleach: ['bleach'],
  relaxer: ['relaxer'],
  fade: ['fade', 'fades'],
};

/** What is told of hair and health. */
export const hairStates = [
  'natural',
  'transitioning',
  'relaxed',
  'texturised',
  'coloured',
  'bleached',
  'henna',
  'locs',
  'braids',
  'weave',
] as const;
export const hairEvents = [
  'relaxer',
  'colour',
  'bleach',
  'henna',
  'install',
  'takedown',
  'retwist',
  'cut',
  'other',
] as const;
export const strands = ['fine', 'medium', 'coarse'] as const;
export const densities = ['low', 'medium', 'high', 'very_high'] as const;
export const porosities = ['low', 'normal', 'high'] as const;
export const allergies = ['ppd', 'latex', 'adhesive', 'synthetic_hair', 'fragrance', 'other'] as const;
export const patchResults = ['clear', 'reaction'] as const;

/** What is ticked for one booking. */
export type Share = { hair: boolean; health: boolean; picture_ids: string[] };
export const nothingShared: Share = { hair: false, health: false, picture_ids: [] };

export const isTicked = ({ hair, health, picture_ids }: Share) => hair || health || picture_ids.length > 0;
