import { SignInAgain } from '../features/session/sign-in-again.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { Allowed } from './allowed.tsx'
import { OverlayLayer } from './overlay-layer.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { VersionNote } from './version-note.tsx'
import './shell.css'

/** What is around the screens of a signed-in operator: navigation, top bar, and the screen in the middle. */
export const Shell = () => {
  const t = useTranslate()
  return (
    <div className="shell">
      <a className="shell-skip" href="#screen" onClick={(event) => skip(event)}>
        {t('shell.skip')}
      </a>
      <Sidebar />
      <div className="shell-page">
        <TopBar />
        <VersionNote />
        <main id="screen" className="shell-main" tabIndex={-1}>
          <Allowed />
        </main>
      </div>
      <OverlayLayer />
      <SignInAgain />
    </div>
  )
}

/** Focuses the screen; the address stays, which in Electron is the part behind the #. */
const skip = (event: { preventDefault: () => void }) => {
  event.preventDefault()
  document.getElementById('screen')?.focus()
}
