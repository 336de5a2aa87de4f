import { Select } from '@openauth/ui/select'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useListAddress } from '../../../lib/list-address.ts'
import { EventList } from '../../audit/list-events.tsx'
import { useShownUser } from './user-ref.ts'

/** What was done to the user's account by operators, its app and itself, or what the user did. */
export const Activity = () => {
  const t = useTranslate()
  const address = useListAddress()
  const { id } = useShownUser().scope
  const isBy = address.params.get('view') === 'by'
  return (
    <EventList scope={isBy ? { actorId: id } : { targetId: id }}>
      <Select
        className="user-filter-select"
        label={t('users.activity')}
        isLabelHidden
        value={isBy ? 'by' : 'about'}
        options={[
          { value: 'about', label: t('users.aboutUser') },
          { value: 'by', label: t('users.byUser') },
        ]}
        onValueChange={(view) => address.change({ view: view === 'by' ? view : undefined })}
      />
    </EventList>
  )
}
