import { describePage } from '../fieldData/describePage.ts';

describePage('output.md');
