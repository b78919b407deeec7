"""What pyHanko says of signed PDF files, as verdicts.json has it.

    python3 pyhanko.py FILE.pdf ... > verdicts.json       (pyHanko 0.25.3: pip install pyhanko==0.25.3)

Each signer's own certificate is taken as root, and nothing is fetched: the question is whether the files were changed, not whom to trust.
"""
import json
import logging
import os
import sys

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)


def verdict(signature):
    is_stamp = str(signature.sig_object.get('/Type')) == '/DocTimeStamp'
    found = {'field': signature.field_name}
    try:
        context = ValidationContext(trust_roots=[signature.signer_cert], allow_fetching=False)
        status = (validate_pdf_timestamp if is_stamp else validate_pdf_signature)(signature, context)
    except Exception as error:
        return {**found, 'error': type(error).__name__}
    level = getattr(status.modification_level, 'name', None)
    permitted = getattr(status, 'docmdp_ok', None) is not False
    return {**found, 'intact': status.intact and status.valid, 'coverage': status.coverage.name, 'modification': level, 'permitted': permitted}


def verdicts(path):
    try:
        with open(path, 'rb') as file:
            return [verdict(one) for one in PdfFileReader(file).embedded_signatures]
    except Exception as error:
        return type(error).__name__


json.dump({os.path.basename(path): verdicts(path) for path in sorted(sys.argv[1:])}, sys.stdout, indent=1)
print()
