/**
 * Mails of codes to one address so far: from networks that its account did not log in from, all in an hour and in a
 * day, and in an hour those from the network that asks now.
 */
type CodeMails = { isNetworkKnown: boolean; fromNetwork: number; inHour: number; inDay: number };

const perNetworkAndHour = 3;
const perHour = 10;
const perDay = 30;
/** Mails of one kind to one address so far, whoever asked for them (contract 5). */
export type KindMails = { inHour: number; inDay: number };

/** Whether one more of that kind may be mailed; `inHour` and `inDay` are of the one network where it is known. */
export function mayMailKind({ inHour, inDay }: KindMails, { isNetworkKnown = false } = {}): boolean {
  return inHour < 3 && (isNetworkKnown || inDay < 10);
}

/**
 * Whether one more may be mailed (contract 11). A network that the account logged in from has room of its own, so that
 * nobody else's asking keeps its owner out.
 */
export function mayMailCode({ isNetworkKnown, fromNetwork, inHour, inDay }: CodeMails): boolean {
  if (fromNetwork >= perNetworkAndHour) return false;
  return isNetworkKnown || (inHour < perHour && inDay < perDay);
}
