import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { Start } from '../features/start/start.tsx'
import { Frame } from './frame.tsx'

// Nothing is toasted before the first click, so that the page need not wait for it.
const Toaster = lazy(() => import('./toaster.tsx'))

/** Every page of the app, under whichever router holds it. */
export const App = () => (
  <>
    <Frame>
      <Routes>
        <Route path="*" element={<Start />} />
      </Routes>
    </Frame>
    <Suspense>
      <Toaster />
    </Suspense>
  </>
)
