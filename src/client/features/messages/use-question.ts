import { useEffect, useRef } from 'react';
import { useChoices } from '#client/features/booking/choose/choices.ts';
import { useChosenServices } from '#client/features/booking/choose/use-chosen-services.ts';
import { namesOf } from '#shared/isolated.ts';
import { begin } from './drafts.ts';

/**
 * Begins a draft with the question about what the address names: a service, with what was chosen of it so far. Once,
 * and only where nothing is written yet; `conversation` is undefined until it is known.
 */
export function useQuestion(conversation: string | undefined): void {
  const { services } = useChosenServices(useChoices());
  const isAsked = useRef(false);
  const about = services && services.length > 0 ? namesOf(services) : undefined;
  useEffect(() => {
    if (isAsked.current || about === undefined || conversation === undefined) return;
    isAsked.current = true;
    begin(conversation, `How much would this be for me: ${about}? I'll add a photo of my hair.`);
  }, [about, conversation]);
}
