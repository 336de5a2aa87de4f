import { Toaster } from 'sonner'
import 'sonner/dist/styles.css'

const DarkToaster = () => <Toaster position="top-center" theme="dark" />

export default DarkToaster
