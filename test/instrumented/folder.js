const { resolve } = require('node:path');

/** Where the instrumented package stands; below `node_modules`, so that no tool takes it for a source. */
module.exports = resolve(__dirname, '../../node_modules/.cache/instrumented');
