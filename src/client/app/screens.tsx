import { Suspense, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { onPreload } from '#client/lib/preload.ts';
import { useReady } from '#client/lib/ready.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ScreenLoading } from '#client/ui/loading.tsx';
import { pageAt, pages, titleAt } from '#shared/pages.ts';
import { Guard } from './guard.tsx';
import { notFound, preloadPage, routeTable } from './route-table.ts';

/** The server matches one address once: ranking all routes would be a fifth of a rendering. */
function routesAt(pathname: string): typeof routeTable {
  const found = pageAt(pathname);
  return routeTable.filter(({ path }) => found && path === pages[found.name].path);
}

/** In the boundary, which is hydrated after what is around it. */
function Ready() {
  useReady();
  return null;
}

export function Screens() {
  const calls = trpc.useUtils();
  const { pathname } = useLocation();

  useEffect(() => onPreload((pathname) => preloadPage(pathname, calls)), [calls]);

  return (
    <Suspense fallback={<ScreenLoading title={titleAt(pathname)} />}>
      <Routes>
        {(import.meta.env.SSR ? routesAt(pathname) : routeTable).map(({ path, Component }) => (
          <Route
            key={path}
            path={path}
            element={
              <Guard>
                <Component />
              </Guard>
            }
          />
        ))}
        <Route path="*" Component={notFound.Component} />
      </Routes>
      <Ready />
    </Suspense>
  );
}
