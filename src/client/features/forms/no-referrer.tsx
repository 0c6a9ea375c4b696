/** Keeps the page's address, which holds a mailed token, from other servers. */
export function NoReferrer() {
  return <meta name="referrer" content="no-referrer" />;
}
