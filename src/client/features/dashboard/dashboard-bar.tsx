import { Fragment, useEffect, useState } from 'react';
import { focusHeading } from '#client/lib/focus.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './dashboard-bar.module.css';

/** The ids of the sections that the bar leads to, from the top of the page. */
export const sectionIds = { day: 'day', parts: 'parts', profile: 'own-profile' } as const;
type Section = keyof typeof sectionIds;
const sections = Object.keys(sectionIds) as Section[];

/** Scrolls to a section and gives it the focus. */
export function goToSection(section: Section) {
  const target = document.getElementById(sectionIds[section]);
  if (section === 'day') window.scrollTo(0, 0);
  else target?.scrollIntoView({ block: 'start' });
  if (target) focusHeading(target);
}

/** Which section stands at the middle of the window. */
function useSectionInSight() {
  const [inSight, setInSight] = useState<Section>('day');
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting);
        const section = sections.find((name) => sectionIds[name] === entry?.target.id);
        if (section) setInSight(section);
      },
      { rootMargin: '-50% 0px' },
    );
    for (const id of Object.values(sectionIds)) {
      const element = document.getElementById(id);
      if (element) seen.observe(element);
    }
    return () => seen.disconnect();
  }, []);
  return inSight;
}

interface DashboardBarProps {
  /** What is open in the parts. */
  open: 'services' | 'calendar' | undefined;
  showCalendar: () => void;
  showServices: () => void;
}

/**
 * A phone's ways to day, calendar, services and profile, and to whoever walks in, at the bottom of the
 * screen.
 */
export function DashboardBar({ open, showCalendar, showServices }: DashboardBarProps) {
  const inSight = useSectionInSight();
  const items = [
    {
      name: 'Day',
      icon: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
      isHere: inSight === 'day',
      go: () => goToSection('day'),
    },
    {
      name: 'Calendar',
      icon: 'M4 6h16v14H4zM4 11h16M8.5 3v5M15.5 3v5',
      isHere: inSight === 'parts' && open === 'calendar',
      go: () => {
        showCalendar();
        goToSection('parts');
      },
    },
    {
      name: 'Services',
      icon: 'M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8.4 7.8 20 18M8.4 16.2 20 6',
      isHere: inSight === 'parts' && open === 'services',
      go: () => {
        showServices();
        goToSection('parts');
      },
    },
    {
      name: 'Profile',
      icon: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5 7.5-5s6.7 1.4 7.5 5',
      isHere: inSight === 'profile',
      go: () => goToSection('profile'),
    },
  ];
  return (
    <nav className={styles.bar} aria-label="Dashboard" data-sticky-bar>
      {items.map(({ name, icon, isHere, go }, index) => (
        <Fragment key={name}>
          {index === items.length / 2 && (
            <Link to={pagePath('writeIn')}>
              <Icon size={24} strokeWidth={2} path="M12 5v14M5 12h14" />
              Write in
            </Link>
          )}
          <button type="button" aria-current={isHere || undefined} onClick={go}>
            <Icon size={24} strokeWidth={2} path={icon} />
            {name}
          </button>
        </Fragment>
      ))}
    </nav>
  );
}
