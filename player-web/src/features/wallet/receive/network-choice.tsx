import { useTranslate } from '../../../i18n/i18n.ts'
import { type ReceiveNetwork, receiveNetworks } from './receive-networks.ts'

interface Props {
  network: ReceiveNetwork
  onChange: (network: ReceiveNetwork) => void
}

/** A choice as radio buttons, so that arrow keys work. */
export const NetworkChoice = ({ network, onChange }: Props) => {
  const t = useTranslate()
  return (
    <fieldset className="networks">
      <legend className="ui-hidden">{t('receive.network')}</legend>
      {receiveNetworks.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="network"
            className="ui-hidden"
            value={name}
            checked={name === network}
            onChange={() => onChange(name)}
          />
          <span>{t(`receive.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
