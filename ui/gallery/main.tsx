import './no-eval.ts'
import '../src/tokens.css'
import '../src/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Notices } from './notices.tsx'
import { PageHeader } from '../src/page-header.tsx'
import { Breadcrumbs } from '../src/breadcrumbs.tsx'
import { Badge } from '../src/badge.tsx'
import { Button } from '../src/button.tsx'
import { UiProvider } from '../src/provider.tsx'
import { Toaster } from '../src/toaster.tsx'
import { Charts } from './charts.tsx'
import { Buttons } from './buttons.tsx'
import { Commands } from './commands.tsx'
import { Fields } from './fields.tsx'
import { Forms } from './forms.tsx'
import { Overlays } from './overlays.tsx'
import { Shown } from './shown.tsx'
import { States } from './states.tsx'
import { Tables } from './tables.tsx'
import './gallery.css'

const parameters = new URLSearchParams(location.search)
const theme = parameters.get('theme')
if (theme) document.documentElement.dataset['theme'] = theme
// On the scale of telephones.
if (parameters.has('touch')) void import('../src/touch.css')

const Gallery = () => (
  <UiProvider>
    <main className="gallery">
      <PageHeader
        breadcrumbs={
          <Breadcrumbs
            links={[
              { key: 'apps', link: <a href="#apps">Apps</a> },
              { key: 'arcade', link: <a href="#arcade">Arcade of the North</a> },
            ]}
            current="Users"
          />
        }
        title="Controls"
        mark={<Badge tone="success">Production</Badge>}
        description="Every control of the pages, as one sees it and as keys and screen readers reach it."
        actions={
          <>
            <Button>Export</Button>
            <Button variant="primary">Create user</Button>
          </>
        }
      />
      <Buttons />
      <Fields />
      <Forms />
      <Overlays />
      <Commands />
      <Shown />
      <Notices />
      <Charts />
      <Tables />
      <States />
    </main>
    <Toaster />
  </UiProvider>
)

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
