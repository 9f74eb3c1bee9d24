import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { BareDocument, routes } from './bare.tsx'

declare global {
  interface Window {
    __staticRouterHydrationData?: HydrationState
  }
}

const state = window.__staticRouterHydrationData
const router = createBrowserRouter(routes, state ? { hydrationData: state } : {})
hydrateRoot(
  document,
  <StrictMode>
    <BareDocument>
      <RouterProvider router={router} />
    </BareDocument>
  </StrictMode>,
)
document.documentElement.dataset.ready = ''
