/**
 * A time with its zone, or two with `to` between them; a day; a length. With the bracket before it and what ends the
 * words: no line begins with a comma.
 */
const wholes = new RegExp(
  String.raw`(\(?(?:${[
    String.raw`\d+:\d\d [AP]M(?: to \d+:\d\d [AP]M)?(?: [A-Z]{3,5}\b)?`,
    String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d+ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?`,
    String.raw`\d+ h\b(?: \d+ min\b)?`,
    String.raw`\d+ min(?:ute)?s?\b`,
  ].join('|')})[).,;:]*)`,
);

/** A text whose times, days and lengths break nowhere: `9:00 AM to 1:00 PM`, `Sat 28 Nov,`, `(1 h 15 min)`. */
export function WholeTimes({ text }: { text: string }) {
  return text.split(wholes).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no name but their place
      <span key={place} className="unbroken">
        {part}
      </span>
    ),
  );
}
