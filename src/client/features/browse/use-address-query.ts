import { useSearchParams } from 'react-router';

/** Returns the address's query and a function that changes it. Asking for the same again adds no history entry. */
export function useAddressQuery() {
  const [query, setQuery] = useSearchParams();
  function change(asked: URLSearchParams, options?: { replace: boolean }) {
    setQuery(asked, options ?? { replace: asked.toString() === query.toString() });
  }
  return [query, change] as const;
}
