import { type Technique, type Texture, techniqueNames } from './rules/hair.ts';

/** Textures as they are chosen. */
export const textureNames: Record<Texture, string> = {
  '1': 'Straight (type 1)',
  '2': 'Wavy (type 2)',
  '3': 'Curly (type 3)',
  '4a': 'Coily (4A)',
  '4bc': 'Coily (4B, 4C)',
};

/** A technique where it begins a line. */
export function techniqueTitle(technique: Technique): string {
  const [name] = techniqueNames[technique];
  return name.charAt(0).toUpperCase() + name.slice(1);
}
