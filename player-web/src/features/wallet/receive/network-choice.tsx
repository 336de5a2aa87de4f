import { Segments } from '../../../components/segments.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { type ReceiveNetwork, receiveNetworks } from './receive-networks.ts'

interface Props {
  network: ReceiveNetwork
  onChange: (network: ReceiveNetwork) => void
}

export const NetworkChoice = ({ network, onChange }: Props) => {
  const t = useTranslate()
  return (
    <Segments
      label={t('receive.network')}
      value={network}
      choices={receiveNetworks.map((value) => ({ value, label: t(`receive.${value}`) }))}
      onChange={onChange}
    />
  )
}
