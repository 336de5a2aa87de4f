import { Navigate } from 'react-router-dom'
import { isFirstTime } from '../features/setup/first-time.ts'
import { useStore } from '../store.ts'
import { START_PATH } from '../navigation/addresses.ts'

/** What is shown at the console's own address: the first screen, or after the first set-up its next step. */
export const Start = () => <Navigate to={useStore(isFirstTime) ? '/welcome' : START_PATH} replace />
