import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { delays } from '#shared/constants.ts';

/** Opens `to` a second after a profile was saved (specification 9), unless the screen is left before. */
export function useNavigationAfterSave(isSaved: boolean, to: string) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => void navigate(to, { state: { saved: 'profile' } }), delays.afterProfileSave);
    return () => clearTimeout(timer);
  }, [isSaved, to, navigate]);
}
