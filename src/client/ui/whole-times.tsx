/** A time with its zone, or two with `to` between them, and what ends the words: no line begins with a comma. */
const times = /(\d+:\d\d [AP]M(?: to \d+:\d\d [AP]M)?(?: [A-Z]{3,5}\b)?[.,;]?)/;

/** A text whose times break nowhere: `9:00 AM to 1:00 PM`, `12:00 PM AEDT`. */
export function WholeTimes({ text }: { text: string }) {
  return text.split(times).map((part, place) =>
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
