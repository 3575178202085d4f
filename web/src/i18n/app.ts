/** What is said where no page is shown yet. */
const zh = {
    title: '升级',
    loading: '正在打开……',
    broken: '这一页没能打开。',
    reload: '再试一次',
    retry: '再试一次',
    here: '在这台设备上接着打',
    home: '回到大厅',
};

const en: typeof zh = {
    title: 'Shengji',
    loading: 'Opening…',
    broken: 'This page could not be opened.',
    reload: 'Try again',
    retry: 'Try again',
    here: 'Play on this device',
    home: 'Back to the lobby',
};

export const app = { zh, en };
