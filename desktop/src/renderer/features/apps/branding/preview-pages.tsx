import type { App } from '@openauth/client'
import { Mark } from '@openauth/ui/mark'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { LucideIcon } from 'lucide-react'
import campaign from '../../../../../../player-web/src/features/earn/campaign.svg'
import splash from '../../../../../../player-web/src/components/splash.svg'
import { shownPicture } from '../../../lib/shown-picture.ts'
import type { BrandValues } from './brand-form.ts'
import type { BrandWords } from './use-brand-words.ts'

export interface PageProps {
  app: App
  values: BrandValues
  brand: BrandWords
}

const hostOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined)

/** A picture of this server; of one elsewhere only where it is. */
const Picture = ({ className, address }: { className: string; address: string }) => {
  const src = shownPicture(address)
  if (src) return <img className={className} src={src} alt="" />
  return (
    <span className={`${className} brand-elsewhere`} dir="auto">
      {hostOf(address)}
    </span>
  )
}

const Logo = ({ app, values }: Pick<PageProps, 'app' | 'values'>) => {
  const own = values.logoUrl.trim() || (app.logoUrl ?? '')
  return hostOf(own) ? <Picture className="brand-logo" address={own} /> : null
}

const LogIn = ({ brand }: Pick<PageProps, 'brand'>) => (
  <span className="brand-button">{brand.words('login.logIn')}</span>
)

const Login = ({ app, values, brand }: PageProps) => {
  const [before, after] = brand.words('login.privacy', { policy: '\n' }).split('\n')
  return (
    <>
      {hostOf(values.loginPictureUrl) ? (
        <Picture className="brand-picture" address={values.loginPictureUrl} />
      ) : (
        <img className="brand-picture" src={splash} alt="" />
      )}
      <div className="brand-words">
        <Logo app={app} values={values} />
        <p className="brand-app" dir="auto">
          {app.name}
        </p>
        <p className="brand-title" dir="auto">
          {brand.text('login')}
        </p>
        <LogIn brand={brand} />
        <p className="brand-note">
          {before}
          <span>{brand.words('login.privacyPolicy')}</span>
          {after}
        </p>
      </div>
    </>
  )
}

const Banner = ({ values, brand }: Pick<PageProps, 'values' | 'brand'>) =>
  hostOf(values.bannerUrl) ? (
    <Picture className="brand-banner" address={values.bannerUrl} />
  ) : (
    <div className="brand-campaign">
      <img className="brand-banner" src={campaign} alt="" />
      <p dir="auto">{brand.names.networkName}</p>
    </div>
  )

const Task = ({ icon: Icon, title, hint }: { icon: LucideIcon; title: string; hint: string }) => (
  <li>
    <span className="brand-sign">
      <Icon size={18} aria-hidden="true" />
    </span>
    <span dir="auto">
      <strong>{title}</strong>
      <small>{hint}</small>
    </span>
  </li>
)

/** The bar with the app's logo and name at the top of the pages behind the login. */
const Top = ({ app, values }: Pick<PageProps, 'app' | 'values'>) => (
  <p className="brand-top" dir="auto">
    {hostOf(values.logoUrl.trim() || (app.logoUrl ?? '')) ? <Logo app={app} values={values} /> : <Mark />}
    {app.name}
  </p>
)

const EarnLoggedOut = (props: PageProps) => (
  <div className="brand-earn brand-centred">
    <Top {...props} />
    <p className="brand-title" dir="auto">
      {props.brand.text('earnLoggedOut')}
    </p>
    <Banner {...props} />
    <p dir="auto">{props.brand.text('earnUnlock')}</p>
    <LogIn {...props} />
  </div>
)

const Earn = (props: PageProps) => {
  const { text, words } = props.brand
  return (
    <div className="brand-earn">
      <Top {...props} />
      <p className="brand-title" dir="auto">
        {text('earn')}
      </p>
      <Banner {...props} />
      <p className="brand-subtitle">{words('earn.tasks')}</p>
      <ul className="brand-tasks">
        <Task icon={ShieldCheck} title={text('stake')} hint={text('stakeHint')} />
        <Task icon={Gamepad2} title={text('play')} hint={text('playHint')} />
      </ul>
    </div>
  )
}

/** The pages of the preview, by the text of the brand that is their heading. */
export const previewPages = { login: Login, earnLoggedOut: EarnLoggedOut, earn: Earn } as const
export type PreviewPage = keyof typeof previewPages

const pageOfField: Record<string, PreviewPage> = {
  loginPictureUrl: 'login',
  login: 'login',
  earnLoggedOut: 'earnLoggedOut',
  earnUnlock: 'earnLoggedOut',
  networkName: 'earn',
  tokenName: 'earn',
  gamesName: 'earn',
  bannerUrl: 'earn',
  earn: 'earn',
  stake: 'earn',
  stakeHint: 'earn',
  play: 'earn',
  playHint: 'earn',
}

/** The page that shows a field, `bannerUrl` or `texts.earn.en`; undefined for one that all of them show, or none. */
export const pageShowing = (field: string): PreviewPage | undefined =>
  pageOfField[field.startsWith('texts.') ? (field.split('.')[1] ?? '') : field]
