import { lazyScreen, type Screen } from './lazy-screen.tsx';

/**
 * Every screen and its path. A parameter that a screen explains when it is missing ('No service ID provided.') is optional here.
 * Who may see a path stands in `lib/route-roles.ts`.
 */
export const routeTable: readonly { path: string; screen: Screen }[] = [
  { path: '/login', screen: lazyScreen(async () => (await import('#client/routes/login.tsx')).Login) },
  { path: '/browse-services', screen: lazyScreen(async () => (await import('#client/routes/browse-services.tsx')).BrowseServices) },
  {
    path: '/service-details/:serviceId?',
    screen: lazyScreen(async () => (await import('#client/routes/service-details.tsx')).ServiceDetails),
  },
  { path: '/admin-dashboard', screen: lazyScreen(async () => (await import('#client/routes/admin-dashboard.tsx')).AdminDashboard) },
  { path: '/unauthorized', screen: lazyScreen(async () => (await import('#client/routes/unauthorized.tsx')).Unauthorized) },
  ...(import.meta.env.DEV ? [{ path: '/ui', screen: lazyScreen(async () => (await import('#client/routes/ui.tsx')).DesignSystem) }] : []),
];
