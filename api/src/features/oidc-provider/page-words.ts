import type { PlayerLanguage } from '@openauth/client'
import { playerLanguages } from '@openauth/client'

/** The words of the pages that the provider itself shows: log-out, codes of devices, failures. */
const english = {
  logOutTitle: 'Log out of {app}?',
  logOutText: 'You are also logged out of the programs that you logged in to with this account in this browser.',
  logOut: 'Log out',
  stay: 'Stay logged in',
  loggedOutTitle: 'You are logged out',
  closeHint: 'You can close this page.',
  deviceTitle: 'Log in on a device',
  deviceText: 'Enter the code that your device shows.',
  code: 'Code',
  next: 'Continue',
  wrongCode: 'This code is wrong, used or expired. Look at your device again.',
  aborted: 'The device was not logged in.',
  confirmTitle: 'Log in {client} on your device?',
  confirmText:
    'Continue only if your own device shows this code now. Somebody who sends you a code wants to log in as you.',
  cancel: 'Cancel',
  deviceDoneTitle: 'Your device is logged in',
  deviceDoneText: 'Go back to it. You can close this page.',
  failedTitle: 'This login could not be finished',
  failedHint: 'Go back to the program that you came from and start again there.',
}
export type PageWords = typeof english

const spanish: PageWords = {
  logOutTitle: '¿Cerrar la sesión de {app}?',
  logOutText: 'También se cierra tu sesión en los programas en los que entraste con esta cuenta en este navegador.',
  logOut: 'Cerrar sesión',
  stay: 'Seguir conectado',
  loggedOutTitle: 'Has cerrado la sesión',
  closeHint: 'Puedes cerrar esta página.',
  deviceTitle: 'Iniciar sesión en un dispositivo',
  deviceText: 'Introduce el código que muestra tu dispositivo.',
  code: 'Código',
  next: 'Continuar',
  wrongCode: 'Este código es incorrecto, ya se usó o ha caducado. Vuelve a mirar tu dispositivo.',
  aborted: 'No se inició sesión en el dispositivo.',
  confirmTitle: '¿Iniciar sesión en {client} en tu dispositivo?',
  confirmText:
    'Continúa solo si tu propio dispositivo muestra este código ahora. Quien te envía un código quiere entrar en tu nombre.',
  cancel: 'Cancelar',
  deviceDoneTitle: 'Has iniciado sesión en tu dispositivo',
  deviceDoneText: 'Vuelve a él. Puedes cerrar esta página.',
  failedTitle: 'No se pudo completar el inicio de sesión',
  failedHint: 'Vuelve al programa del que vienes y empieza de nuevo allí.',
}

const russian: PageWords = {
  logOutTitle: 'Выйти из {app}?',
  logOutText: 'Вы также выйдете из программ, в которые вошли с этим аккаунтом в этом браузере.',
  logOut: 'Выйти',
  stay: 'Остаться',
  loggedOutTitle: 'Вы вышли',
  closeHint: 'Эту страницу можно закрыть.',
  deviceTitle: 'Вход на устройстве',
  deviceText: 'Введите код, который показывает ваше устройство.',
  code: 'Код',
  next: 'Продолжить',
  wrongCode: 'Код неверен, уже использован или истёк. Посмотрите на устройство ещё раз.',
  aborted: 'Вход на устройстве не выполнен.',
  confirmTitle: 'Войти в {client} на вашем устройстве?',
  confirmText:
    'Продолжайте, только если этот код сейчас показывает ваше собственное устройство. Тот, кто присылает вам код, хочет войти от вашего имени.',
  cancel: 'Отмена',
  deviceDoneTitle: 'Вход на устройстве выполнен',
  deviceDoneText: 'Вернитесь к нему. Эту страницу можно закрыть.',
  failedTitle: 'Не удалось завершить вход',
  failedHint: 'Вернитесь в программу, из которой пришли, и начните там снова.',
}

const chinese: PageWords = {
  logOutTitle: '退出 {app}？',
  logOutText: '你在此浏览器中用此账户登录的程序也会退出。',
  logOut: '退出',
  stay: '保持登录',
  loggedOutTitle: '你已退出',
  closeHint: '你可以关闭此页面。',
  deviceTitle: '在设备上登录',
  deviceText: '请输入设备上显示的代码。',
  code: '代码',
  next: '继续',
  wrongCode: '代码错误、已使用或已过期。请再次查看你的设备。',
  aborted: '设备未登录。',
  confirmTitle: '在你的设备上登录 {client}？',
  confirmText: '仅当你自己的设备现在显示此代码时才继续。向你发送代码的人想以你的身份登录。',
  cancel: '取消',
  deviceDoneTitle: '你的设备已登录',
  deviceDoneText: '请返回设备。你可以关闭此页面。',
  failedTitle: '无法完成登录',
  failedHint: '请返回你来自的程序，并在那里重新开始。',
}

const words: Record<PlayerLanguage, PageWords> = { en: english, es: spanish, ru: russian, zh: chinese }

const isKnown = (tag: string): tag is PlayerLanguage => (playerLanguages as readonly string[]).includes(tag)

/**
 * The first known language of `ui_locales` (OpenID Connect Core 1.0, section 3.1.2.1), then of Accept-Language, in its order; English
 * otherwise.
 */
export const pickLanguage = (uiLocales: string, accepted: string): PlayerLanguage => {
  const wanted = [...uiLocales.split(' '), ...accepted.split(',').map((part) => part.split(';')[0]!)]
  return wanted.map((tag) => tag.trim().toLowerCase().split('-')[0]!).find(isKnown) ?? 'en'
}

export const wordsOf = (language: PlayerLanguage): PageWords => words[language]
