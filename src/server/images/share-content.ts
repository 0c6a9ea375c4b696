import { createHash } from 'node:crypto';

/** What a picture for chats shows (contract 10). */
export type ShareContent = {
  title: string;
  /** Under the title, such as what somebody is and where. */
  line: string;
  /** Specializations, or the length of a service. */
  labels: string[];
  /** Such as `from $60.00`; empty without. */
  price: string;
  /** Key and width of the picture in the image store; null for the ornament. */
  picture: { key: string; width: number } | null;
  /** Decides colours and drawing of the ornament. */
  id: string;
};

/** What the drawing says of the product itself. */
export const ownContent: ShareContent = {
  title: 'Book somebody who knows your hair',
  line: 'Braiders, locticians, curl specialists and barbers, with live availability.',
  labels: [],
  price: '',
  picture: null,
  id: 'saluni',
};

/** Raised with every change of the drawing. */
const design = 1;

/** Names all that a picture shows: another content has another version. */
export function versionOf(content: ShareContent): string {
  return createHash('sha256')
    .update(JSON.stringify([design, content]))
    .digest('hex')
    .slice(0, 24);
}
