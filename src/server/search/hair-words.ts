import {
  type AskedHair,
  patterns,
  type Technique,
  type Texture,
  techniqueNames,
  textureOfPattern,
  textures,
} from '#shared/rules/hair.ts';
import { joinedWords } from './text.ts';

/** By what is typed, as `joinedWords` has it. */
const ofTexture = new Map<string, readonly Texture[]>([
  ...textures.flatMap((texture): [string, readonly Texture[]][] => (texture.length > 1 ? [[texture, [texture]]] : [])),
  ...patterns.map((pattern): [string, readonly Texture[]] => [pattern.toLowerCase(), [textureOfPattern(pattern)]]),
  ...['1', '2', '3', '4'].map((type): [string, readonly Texture[]] => [
    `type ${type}`,
    textures.filter((texture) => texture.startsWith(type)),
  ]),
]);
const ofTechnique = new Map<string, Technique>(
  Object.entries(techniqueNames).flatMap(([technique, names]) =>
    names.map((name): [string, Technique] => [joinedWords(name), technique as Technique]),
  ),
);
const longestFirst = [...ofTexture.keys(), ...ofTechnique.keys()].sort((a, b) => b.length - a.length);

/**
 * What of a search names a technique or a texture, unless `isName` knows names with it, and the words that are left. Of
 * each kind the longest counts.
 */
export function hairWords(
  search: string,
  isName: (phrase: string) => boolean,
): { hair: AskedHair; rest: string } | undefined {
  let rest = ` ${joinedWords(search)} `;
  const hair: AskedHair = {};
  for (const phrase of longestFirst) {
    if (!rest.includes(` ${phrase} `)) continue;
    const [technique, texture] = [ofTechnique.get(phrase), ofTexture.get(phrase)];
    const alike = technique ? techniqueNames[technique].map(joinedWords) : [phrase];
    if (alike.some(isName)) continue;
    if (technique ? hair.technique : hair.textures) continue;
    if (technique) hair.technique = technique;
    else hair.textures = texture;
    rest = rest.replace(` ${phrase} `, ' ');
  }
  return hair.technique || hair.textures ? { hair, rest: rest.trim() } : undefined;
}
