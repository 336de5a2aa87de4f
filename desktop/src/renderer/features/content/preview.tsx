import { dappColors } from '@openauth/client'
import { initialOf } from '@openauth/ui/avatar'
import type { CSSProperties } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { shownPicture } from '../../lib/shown-picture.ts'
import { usePlayerWords } from '../apps/branding/use-player-words.ts'
import type { EntryValues, ListName } from './lists.ts'
import './preview.css'

const COLOUR = /^#[0-9a-f]{6}$/i

/** The logo, or the initial that players see without one. */
export const Logo = ({ address, name }: { address: string; name: string }) => {
  const src = shownPicture(address)
  return src ? (
    <img className="content-logo" src={src} alt="" />
  ) : (
    <span className="content-logo" aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

const Scene = ({ address }: { address: string }) => {
  const src = shownPicture(address)
  return (
    <div className="content-scene">
      {src ? (
        <img src={src} alt="" />
      ) : (
        URL.canParse(address) && <span className="content-host">{new URL(address).host}</span>
      )}
    </div>
  )
}

const DappCard = ({ values }: { values: EntryValues }) => {
  const words = usePlayerWords('en')
  const { name = '', description = '', logoUrl = '', bgImgUrl = '', borderColor = '', bgColor = '' } = values
  const style = {
    '--dapp-border': COLOUR.test(borderColor) ? borderColor : dappColors.borderColor,
    '--dapp-ground': COLOUR.test(bgColor) ? bgColor : dappColors.bgColor,
  } as CSSProperties
  return (
    <div className="content-dapp" style={style}>
      <Scene address={bgImgUrl} />
      <div className="content-words">
        <span className="content-frame">
          <Logo address={logoUrl} name={name} />
        </span>
        <p className="content-name" dir="auto">
          {name || '–'}
        </p>
        {description !== '' && (
          <p className="content-description" dir="auto">
            {description}
          </p>
        )}
        <p className="content-soft" lang="en">
          {words('dapp.loggedOut', { name })}
        </p>
        <span className="content-button" lang="en">
          {words('login.logIn')}
        </span>
      </div>
    </div>
  )
}

const GameCard = ({ values: { name = '', logoUrl = '' } }: { values: EntryValues }) => {
  const words = usePlayerWords('en')
  return (
    <div className="content-game">
      <Logo address={logoUrl} name={name} />
      <strong dir="auto">{name || '–'}</strong>
      <span className="content-play" lang="en">
        {words('game.play')}
      </span>
    </div>
  )
}

/** The card of an entry as the players' front end draws it, with what is in the fields. */
export const Preview = ({ list, values }: { list: ListName; values: EntryValues }) => {
  const t = useTranslate()
  return (
    <figure className="content-preview" aria-label={t('content.preview')}>
      <div className="content-stage" data-theme="dark">
        {list === 'dapps' ? <DappCard values={values} /> : <GameCard values={values} />}
      </div>
      <figcaption>{t('content.previewNote')}</figcaption>
    </figure>
  )
}
